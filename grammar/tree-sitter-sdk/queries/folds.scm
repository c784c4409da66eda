[(puzzle) (grid) (layer) (strategy) (rules)] @fold
