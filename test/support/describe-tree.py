"""Prints a line for everything in the root file system, with all that can be known of it; sockets are left out."""
import hashlib, os, stat

first_names = {}


def content_of(path, look):
    if stat.S_ISLNK(look.st_mode):
        return os.readlink(path)
    if not stat.S_ISREG(look.st_mode):
        return ''
    with open(path, 'rb') as file:
        digest = hashlib.file_digest(file, 'md5').hexdigest()
    return (digest, first_names.setdefault(look.st_ino, path) if look.st_nlink > 1 else '')


def attributes_of(path, look):
    if stat.S_ISLNK(look.st_mode):
        return []
    return sorted((name, os.getxattr(path, name)) for name in os.listxattr(path) if name.startswith('user.'))


def describe(path):
    look = os.lstat(path)
    if stat.S_ISSOCK(look.st_mode) or path in left_out:
        return
    is_directory = stat.S_ISDIR(look.st_mode)
    size = 0 if is_directory else look.st_size
    print(path, oct(look.st_mode), look.st_uid, look.st_gid, look.st_mtime_ns, size, look.st_rdev,
          content_of(path, look), attributes_of(path, look))
    if is_directory:
        for name in sorted(os.listdir(path)):
            describe(os.path.join(path, name))


left_out = (b'/.cay', b'/proc', b'/sys', b'/dev', b'/run')
describe(b'/')
