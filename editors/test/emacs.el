;;; emacs.el --- The mode of ../emacs in Emacs itself, with eglot  -*- lexical-binding: t; -*-

;;; Commentary:
;; `emacs -q --batch -L ../emacs -l emacs.el FOLDER', with `sdkc' first on the PATH and copies of the samples in FOLDER.
;; Exits with 1 where something is wrong.

;;; Code:

(require 'package)
(package-initialize)
(require 'cl-lib)
(require 'eglot)
(require 'sdk-mode)

(defvar test-folder (file-name-as-directory (pop command-line-args-left)))
(defvar test-failures 0)
(setq eglot-sync-connect 20
      eglot-autoshutdown nil
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil
      auto-save-default nil)

(defun test-until (what test)
  "Wait until TEST holds; signal an error that names WHAT where it never does."
  (let ((end (+ (float-time) 20)))
    (while (not (funcall test))
      (when (> (float-time) end)
        (error "Waited in vain: %s" what))
      (accept-process-output nil 0.03))))

(defun test-codes ()
  "The codes of the diagnostics of this buffer."
  (flymake-start)
  (accept-process-output nil 0.05)
  (mapcar (lambda (it) (flymake-diagnostic-text it)) (flymake-diagnostics)))

(defun test-has (part)
  "Whether a diagnostic's text holds PART."
  (cl-some (lambda (text) (string-match-p part text)) (test-codes)))

(defun test-go (text)
  "Put point in front of TEXT."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun test-act (title)
  "Run the action whose title matches TITLE at point."
  (eglot--signal-textDocument/didChange)
  (let* ((server (eglot-current-server))
         (actions (jsonrpc-request server :textDocument/codeAction
                                   (list :textDocument (eglot--TextDocumentIdentifier)
                                         :range (list :start (eglot--pos-to-lsp-position)
                                                      :end (eglot--pos-to-lsp-position))
                                         :context '(:diagnostics []))))
         (action (cl-find-if (lambda (it) (string-match-p title (plist-get it :title))) actions)))
    (unless action
      (error "%s is none of %s" title (mapcar (lambda (it) (plist-get it :title)) actions)))
    (when (plist-get action :edit)
      (eglot--apply-workspace-edit (plist-get action :edit)))
    (when (plist-get action :command)
      (let ((command (plist-get action :command)))
        (eglot-execute-command server (intern (plist-get command :command))
                               (plist-get command :arguments))))))

(defmacro test-step (name &rest body)
  "Run BODY as the step NAME."
  (declare (indent 1))
  `(condition-case why
       (progn ,@body (message "ok     %s" ,name))
     (error (setq test-failures (1+ test-failures))
            (message "FAILED %s\n%S" ,name why))))

(defvar test-buffer nil)

(test-step "starts"
  (setq test-buffer (find-file-noselect (concat test-folder "escargot.sdk")))
  (switch-to-buffer test-buffer)
  (cl-assert (eq major-mode 'sdk-mode))
  (unless (eglot-current-server)
    (apply #'eglot--connect (eglot--guess-contact)))
  (test-until "a server" #'eglot-current-server)
  (test-until "eglot manages the buffer" #'eglot-managed-p))

(test-step "hovers in plain text"
  (test-go "1 . . | . . 7")
  (forward-char 2)
  (let* ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover
                                 (eglot--TextDocumentPositionParams)))
         (contents (plist-get hover :contents)))
    (cl-assert (equal (plist-get contents :kind) "plaintext"))
    (cl-assert (string-match-p "r1c2: 4 legal values: 2 5 6 8" (plist-get contents :value)))))

(test-step "edits, sees and fixes"
  (test-go "1 . . | . . 7")
  (forward-char 2)
  (delete-char 1)
  (insert "1")
  (backward-char)
  (eglot--signal-textDocument/didChange)
  (test-until "a clash" (lambda () (test-has "E0401")))
  (test-act "Empty r1c2")
  (eglot--signal-textDocument/didChange)
  (test-until "no clash" (lambda () (not (test-has "E0401"))))
  (test-go "1 . . | . . 7"))

(test-step "formats"
  (goto-char (point-min))
  (let ((before (buffer-string)))
    (search-forward "author ")
    (insert "     ")
    (eglot--signal-textDocument/didChange)
    (eglot-format-buffer)
    (cl-assert (equal before (buffer-string)) nil "%s" (buffer-string))))

(test-step "solves and undoes"
  (buffer-enable-undo)
  (undo-boundary)
  (let ((before (buffer-string)))
    (test-go "1 . . | . . 7")
    (test-act "solution into the grid")
    (test-until "a full grid"
                (lambda () (string-match-p (regexp-quote "1 6 2 | 8 5 7 | 4 9 3") (buffer-string))))
    (undo-boundary)
    (let ((last-command nil) (this-command 'undo))
      (undo)
      (setq last-command 'undo)
      (cl-loop repeat 5 until (equal before (buffer-string)) do (undo-more 1)))
    (cl-assert (equal before (buffer-string)) nil "%s" (buffer-string))))

(test-step "shuts down with null parameters and leaves nothing behind"
  (let* ((server (eglot-current-server))
         (process (jsonrpc--process server)))
    (eglot-shutdown server nil 10)
    (test-until "the process to end" (lambda () (not (process-live-p process)))))
  (with-current-buffer test-buffer (set-buffer-modified-p nil))
  (kill-buffer test-buffer))

(message "Emacs %s" emacs-version)
(kill-emacs (if (= test-failures 0) 0 1))

;;; emacs.el ends here
