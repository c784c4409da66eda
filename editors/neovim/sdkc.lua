-- Neovim 0.11 or later: put this file into ~/.config/nvim/plugin/.
vim.filetype.add({ extension = { sdk = "sdk" } })

-- In front of the server: what it is told about a buffer without a name would come back as being about another one,
-- since a document is known by its name. So a new puzzle gets one, as if by `:file untitled-1.sdk`.
vim.api.nvim_create_autocmd("FileType", {
  pattern = "sdk",
  callback = function(event)
    vim.bo[event.buf].commentstring = "// %s"
    if vim.api.nvim_buf_get_name(event.buf) ~= "" or vim.bo[event.buf].buftype ~= "" then return end
    local number = 1
    while vim.fn.bufexists(("untitled-%d.sdk"):format(number)) == 1 or vim.uv.fs_stat(("untitled-%d.sdk"):format(number)) do
      number = number + 1
    end
    vim.api.nvim_buf_set_name(event.buf, ("untitled-%d.sdk"):format(number))
  end,
})

vim.lsp.config("sdkc", {
  cmd = { "sdkc", "lsp" },
  filetypes = { "sdk" },
  root_markers = { ".git" },
  settings = { sdkc = { solve = true, inlayHints = false } },
})
vim.lsp.enable("sdkc")
