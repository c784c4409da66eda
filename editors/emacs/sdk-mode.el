;;; sdk-mode.el --- Puzzle files and their language server  -*- lexical-binding: t; -*-

;;; Commentary:
;; A small mode for .sdk files; the rest is done by `sdkc lsp' through eglot.

;;; Code:

(defvar sdk-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?- "_" table)
    table))

;;;###autoload
(define-derived-mode sdk-mode prog-mode "sdk"
  "Mode for puzzle files."
  (setq-local comment-start "// ")
  (setq-local indent-tabs-mode nil))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.sdk\\'" . sdk-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(sdk-mode . ("sdkc" "lsp"))))

(add-hook 'sdk-mode-hook #'eglot-ensure)

(provide 'sdk-mode)
;;; sdk-mode.el ends here
