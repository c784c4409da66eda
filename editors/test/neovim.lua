-- The configuration of ../neovim in Neovim itself: `nvim --clean --headless -u ../neovim/sdkc.lua -l neovim.lua FOLDER`, with
-- `sdkc` first on the PATH and copies of the samples in FOLDER. Exits with 1 where something is wrong.

local folder = arg[1]
-- `--clean` leaves out the user's own folders; the parser and its queries lie there.
vim.opt.runtimepath:append(vim.fn.stdpath("data") .. "/site")
local failures = 0

local function until_true(what, test)
  local ok = vim.wait(20000, test, 20)
  assert(ok, "waited in vain: " .. what)
end

local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") end

local function codes()
  return vim.tbl_map(function(it) return it.code end, vim.diagnostic.get(0))
end

local function client() return vim.lsp.get_clients({ bufnr = 0, name = "sdkc" })[1] end

local function request(method, params)
  local answer, why = client():request_sync(method, params, 10000, 0)
  assert(answer and not answer.err, method .. ": " .. vim.inspect(why or answer.err))
  return answer.result
end

local function at(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  return vim.lsp.util.make_position_params(0, client().offset_encoding)
end

local function find(pattern)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(pattern)
    if column then return number, column - 1 end
  end
  error(pattern .. " is not in the text")
end

local function open(name)
  vim.cmd.edit({ args = { folder .. "/" .. name }, bang = true })
  until_true("a client", function() return client() ~= nil and client().initialized end)
end

local function act(pattern)
  local line, column = unpack(vim.api.nvim_win_get_cursor(0))
  local params = vim.lsp.util.make_range_params(0, client().offset_encoding)
  params.context = { diagnostics = {} }
  local titles = {}
  for _, action in ipairs(request("textDocument/codeAction", params)) do
    table.insert(titles, action.title)
    if action.title:find(pattern) then
      if action.edit then vim.lsp.util.apply_workspace_edit(action.edit, client().offset_encoding) end
      if action.command then client():exec_cmd(action.command) end
      return
    end
  end
  error(pattern .. " is none of " .. table.concat(titles, "; ") .. " at " .. line .. ":" .. column)
end

local steps = {
  { "starts", function()
    open("escargot.sdk")
    assert(vim.bo.filetype == "sdk", vim.bo.filetype)
    assert(client().offset_encoding == "utf-8", client().offset_encoding)
    assert(vim.bo.commentstring == "// %s", vim.bo.commentstring)
  end },
  { "hovers", function()
    local line, column = find("1 %. %. | %. %. 7")
    local hover = request("textDocument/hover", at(line, column + 2))
    assert(hover.contents.value:find("4 legal values", 1, true), hover.contents.value)
    vim.lsp.buf.hover()
    until_true("a floating window", function()
      return vim.iter(vim.api.nvim_list_wins()):any(function(window) return vim.api.nvim_win_get_config(window).relative ~= "" end)
    end)
    vim.cmd("fclose!")
  end },
  { "edits, sees and fixes", function()
    local line, column = find("1 %. %. | %. %. 7")
    vim.api.nvim_buf_set_text(0, line - 1, column + 2, line - 1, column + 3, { "1" })
    until_true("a clash", function() return vim.tbl_contains(codes(), "E0401") end)
    at(line, column + 2)
    act("Empty r1c2")
    until_true("no clash", function() return not vim.tbl_contains(codes(), "E0401") end)
  end },
  { "counts columns as agreed", function()
    vim.cmd.enew({ bang = true })
    vim.api.nvim_buf_set_name(0, folder .. "/not written, ä%.sdk")
    vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'puzzle "ä😀" { blok 2 }' })
    vim.bo.filetype = "sdk"
    until_true("the mistake", function() return vim.tbl_contains(codes(), "E0203") end)
    local found = vim.diagnostic.get(0)[1]
    assert(vim.api.nvim_buf_get_text(0, 0, found.col, 0, found.end_col, {})[1] == "blok", vim.inspect(found))
    at(1, found.col)
    act("block")
    assert(text() == 'puzzle "ä😀" { block 2 }', text())
    vim.cmd.bwipeout({ bang = true })
  end },
  { "takes new puzzles, named or not yet", function()
    vim.cmd.cd(folder)
    vim.fn.writefile({ "" }, "untitled-2.sdk")
    local buffers = {}
    for number, line in ipairs({ "puzzle { blok 2 }", "puzzle { block 2; given r1c1 = 9 }" }) do
      vim.cmd.enew({ bang = true })
      vim.bo.filetype = "sdk"
      vim.bo.bufhidden = "hide"
      local name = vim.fs.basename(vim.api.nvim_buf_get_name(0))
      assert(name == ({ "untitled-1.sdk", "untitled-3.sdk" })[number], name)
      vim.api.nvim_buf_set_lines(0, 0, -1, false, { line })
      table.insert(buffers, vim.api.nvim_get_current_buf())
    end
    for number, code in ipairs({ "E0203", "E0306" }) do
      until_true(code, function()
        local found = vim.diagnostic.get(buffers[number])
        return vim.iter(found):any(function(it) return it.code == code end)
      end)
    end
    vim.cmd.buffer({ buffers[1], bang = true })
    at(1, 10)
    act("block")
    assert(text() == "puzzle { block 2 }", text())
    vim.cmd.saveas("mine.sdk")
    until_true("no mistake in the file", function() return not vim.tbl_contains(codes(), "E0203") end)
    assert(vim.fs.basename(vim.api.nvim_buf_get_name(0)) == "mine.sdk")
    for _, buffer in ipairs(buffers) do vim.cmd.bwipeout({ buffer, bang = true }) end
    vim.fn.delete("untitled-2.sdk")
    vim.fn.delete("mine.sdk")
  end },
  { "explains", function()
    vim.cmd.enew({ bang = true })
    vim.bo.filetype = "sdk"
    vim.api.nvim_buf_set_lines(0, 0, -1, false, { "puzzle { blok 2 }" })
    until_true("the mistake", function() return vim.tbl_contains(codes(), "E0203") end)
    local hover = request("textDocument/hover", at(1, 10))
    assert(hover.contents.value:find("A puzzle holds items", 1, true), hover.contents.value)
    local said
    local handler = vim.lsp.handlers["window/showMessage"]
    vim.lsp.handlers["window/showMessage"] = function(_, params) said = params.message end
    act("Explain E0203")
    until_true("the page", function() return said ~= nil end)
    vim.lsp.handlers["window/showMessage"] = handler
    assert(said:find("# E0203: an unknown item", 1, true) == 1, said)
    vim.cmd.bwipeout({ bang = true })
  end },
  { "formats", function()
    open("twelve-by-twelve.sdk")
    local tidy = text()
    local line = find("block")
    vim.api.nvim_buf_set_lines(0, line - 1, line, false, { "block    3x4" })
    vim.lsp.buf.format({ timeout_ms = 10000 })
    assert(text() == tidy, text())
    vim.cmd.edit({ bang = true })
  end },
  { "solves and undoes", function()
    open("escargot.sdk")
    local before = text()
    local line, column = find("1 %. %. | %. %. 7")
    at(line, column)
    act("solution into the grid")
    until_true("a full grid", function() return text():find("1 6 2 | 8 5 7 | 4 9 3", 1, true) ~= nil end)
    vim.cmd.undo()
    assert(text() == before, text())
    -- Steps and the solution without a pause: each waits for the edit of the one before.
    local uri = vim.uri_from_bufnr(0)
    for _, command in ipairs({ "sdkc.nextStep", "sdkc.nextStep", "sdkc.solve" }) do
      client():exec_cmd({ title = command, command = command, arguments = { uri, 0 } })
    end
    until_true("a full grid again", function() return text():find("1 6 2 | 8 5 7 | 4 9 3", 1, true) ~= nil end)
    while text() ~= before do
      local changed = vim.api.nvim_buf_get_changedtick(0)
      vim.cmd.undo()
      assert(vim.api.nvim_buf_get_changedtick(0) ~= changed, text())
    end
  end },
  { "offers legal values", function()
    local line, column = find("1 %. %. | %. %. 7")
    -- Neovim tells the server of an undo after a moment, and may ask before that.
    until_true("the legal values", function()
      local found = request("textDocument/completion", at(line, column + 2))
      local labels = vim.tbl_map(function(it) return it.label end, found.items or found)
      return table.concat(labels, " ") == "2 5 6 8"
    end)
  end },
  { "colours", function()
    local line, column = find("1 %. %. | %. %. 7")
    until_true("a semantic token", function()
      local tokens = vim.lsp.semantic_tokens.get_at_pos(0, line - 1, column) or {}
      return vim.iter(tokens):any(function(token) return token.type == "given" end)
    end)
  end },
  { "parses with tree-sitter", function()
    local function check(name, source)
      local tree = vim.treesitter.get_string_parser(source, "sdk"):parse()[1]
      assert(not tree:root():has_error(), name .. " does not parse")
    end
    local count = 0
    for name in vim.fs.dir(folder) do
      if name:find("%.sdk$") then
        check(name, io.open(folder .. "/" .. name):read("a"))
        count = count + 1
      end
    end
    local guide = io.open(folder .. "/language-guide.md"):read("a")
    for example in guide:gmatch("\n```sdk\n(.-)```") do
      check(example, example)
      count = count + 1
    end
    assert(count > 35, count)
    for _, kind in ipairs({ "highlights", "folds" }) do
      assert(vim.treesitter.query.get("sdk", kind), kind)
    end
    vim.treesitter.start(0, "sdk")
    vim.treesitter.get_parser(0, "sdk"):parse()
    local line, column = find("expect unique")
    local captures = vim.treesitter.get_captures_at_pos(0, line - 1, column)
    assert(captures[1] and captures[1].capture == "keyword", vim.inspect(captures))
  end },
  { "closes", function()
    vim.cmd("%bwipeout!")
    assert(#vim.diagnostic.get() == 0)
    for _, running in ipairs(vim.lsp.get_clients()) do running:stop() end
    until_true("no client", function() return #vim.lsp.get_clients() == 0 end)
  end },
}

for _, step in ipairs(steps) do
  local ok, why = xpcall(step[2], debug.traceback)
  print((ok and "ok     " or "FAILED ") .. step[1] .. (ok and "" or "\n" .. why))
  failures = failures + (ok and 0 or 1)
end
local version = vim.version()
print(("Neovim %d.%d.%d"):format(version.major, version.minor, version.patch))
os.exit(failures == 0 and 0 or 1)
