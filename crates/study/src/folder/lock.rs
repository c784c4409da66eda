//! One process a folder. The lock is the operating system's, on a file that stays where it is: it ends with the process
//! that holds it, however that ends, so a killed run leaves none behind.

use std::{
    fs::{self, File, TryLockError},
    io::{Seek as _, Write as _},
    path::Path,
};

use crate::StudyError;

pub(super) const LOCK: &str = ".lock";

/// Held as long as the value lives.
pub(crate) struct Lock(File);

impl Lock {
    /// Takes the lock of a folder that is there.
    pub(crate) fn take(folder: &Path) -> Result<Self, StudyError> {
        let path = folder.join(LOCK);
        let file = File::options().create(true).truncate(false).read(true).write(true).open(&path);
        let mut file = file.map_err(StudyError::io("open", &path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let holder = fs::read_to_string(&path).unwrap_or_default();
                let holder = holder.trim().parse::<u32>().ok();
                return Err(StudyError::Busy { folder: folder.to_owned(), process: holder });
            }
            Err(TryLockError::Error(why)) => return Err(StudyError::io("lock", &path)(why)),
        }
        // Who it is helps people; that it cannot be written (a full disk) harms nobody.
        let _ = file.set_len(0).and_then(|()| file.rewind());
        let _ = writeln!(file, "{}", std::process::id());
        Ok(Self(file))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file remains, empty: a file that is removed could be locked by two.
        let _ = self.0.set_len(0);
    }
}
