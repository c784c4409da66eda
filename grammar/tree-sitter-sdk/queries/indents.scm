[(puzzle) (grid) (strategy) (rules)] @indent

"}" @outdent
