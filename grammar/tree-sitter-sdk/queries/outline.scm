(puzzle "puzzle" @context name: (string) @name) @item
