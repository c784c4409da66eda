-- Neovim 0.11 or later: put this file into ~/.config/nvim/plugin/.
vim.filetype.add({ extension = { sdk = "sdk" } })

vim.lsp.config("sdkc", {
  cmd = { "sdkc", "lsp" },
  filetypes = { "sdk" },
  root_markers = { ".git" },
  settings = { sdkc = { solve = true, inlayHints = false } },
})
vim.lsp.enable("sdkc")

vim.api.nvim_create_autocmd("FileType", {
  pattern = "sdk",
  callback = function() vim.bo.commentstring = "// %s" end,
})
