/* Stands between a server and its disk (LD_PRELOAD). It writes down what the server does to the files of one folder, so that what a
 * disk could hold after a loss of power can be put together from it (disk.rs), and does what the control block asks for: a full disk,
 * failing or slow fsyncs, a death in the middle of a checkpoint, a calendar that jumps.
 *
 * C, because SQLite needs a C compiler anyway and Cargo cannot hand the file of a cdylib to a test.
 *
 * A write is written down before it is done, an fsync before it is acknowledged: whatever the server tells anyone after an fsync
 * stands behind it in the journal, wherever the process is killed. The fsync itself is left out: a killed process loses nothing that
 * the operating system has, and the disk is played by the journal. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* As `Control` of disk.rs writes it, in this order. */
struct control {
    volatile int64_t is_full;          /* whether the disk has only `room` left */
    volatile int64_t room;             /* bytes that can still be written */
    volatile int64_t sync_fails;       /* whether fsync fails */
    volatile int64_t sync_millis;      /* how long an fsync takes */
    volatile int64_t database_writes;  /* the process dies after so many writes into the database itself; 0: it does not */
    volatile int64_t calendar_millis;  /* how far the calendar is off */
    volatile int64_t sync_lies;        /* whether fsync does nothing and says that all is well */
};

static struct control nothing;
static struct control *control = &nothing;
static const char *folder;
static size_t folder_length;
static int journal = -1;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

enum { FILES = 65536 };
static char *names[FILES]; /* the name of an open file of the folder; "" is the folder itself */

#define REAL(type, name, ...) \
    static type (*real_##name)(__VA_ARGS__); \
    if (!real_##name) real_##name = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
    const char *journal_path = getenv("TABLEN_TORTURE_JOURNAL"), *control_path = getenv("TABLEN_TORTURE_CONTROL");
    folder = getenv("TABLEN_TORTURE_FOLDER");
    folder_length = folder ? strlen(folder) : 0;
    REAL(int, open, const char *, int, ...);
    if (control_path) {
        int file = real_open(control_path, O_RDWR | O_CLOEXEC);
        void *shared = file < 0 ? MAP_FAILED : mmap(0, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (shared != MAP_FAILED) control = shared;
    }
    if (journal_path) journal = real_open(journal_path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* A header of 24 bytes, the name, the bytes. */
static void note(char kind, const char *name, int64_t offset, const void *bytes, uint64_t length) {
    struct { char kind, name_length, unused[6]; int64_t offset; uint64_t length; } head = {kind, (char)strlen(name), {0}, offset, length};
    struct iovec parts[3] = {{&head, sizeof head}, {(void *)name, strlen(name)}, {(void *)bytes, bytes ? length : 0}};
    if (journal >= 0 && writev(journal, parts, 3) < 0) abort();
}

/* The name inside the folder, or nothing if the path is not of the folder. */
static const char *name_in_folder(const char *path) {
    if (!folder || strncmp(path, folder, folder_length)) return 0;
    if (!path[folder_length]) return "";
    return path[folder_length] == '/' ? path + folder_length + 1 : 0;
}

static const char *name_of(int fd) { return fd >= 0 && fd < FILES ? names[fd] : 0; }

static int opened(int fd, const char *path, int is_new) {
    const char *name = name_in_folder(path);
    if (fd >= 0 && fd < FILES && name) {
        names[fd] = strdup(name);
        if (is_new) note('c', name, 0, 0, 0);
    }
    return fd;
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(int, name, const char *, int, ...); \
        mode_t mode = 0; \
        if (flags & (O_CREAT | __O_TMPFILE)) { \
            va_list rest; \
            va_start(rest, flags); \
            mode = va_arg(rest, mode_t); \
            va_end(rest); \
        } \
        if (!name_in_folder(path)) return real_##name(path, flags, mode); \
        pthread_mutex_lock(&turn); \
        int is_new = (flags & O_CREAT) && access(path, F_OK); \
        int fd = opened(real_##name(path, flags, mode), path, is_new), error = errno; \
        pthread_mutex_unlock(&turn); \
        errno = error; \
        return fd; \
    }
OPEN(open)
OPEN(open64)

int close(int fd) {
    REAL(int, close, int);
    if (name_of(fd)) {
        free(names[fd]);
        names[fd] = 0;
    }
    return real_close(fd);
}

/* How much of a write the disk has room for. */
static size_t fits(size_t length) {
    if (!control->is_full) return length;
    int64_t room = control->room;
    size_t fitting = room < 0 ? 0 : (uint64_t)room < length ? (size_t)room : length;
    control->room = room - (int64_t)fitting;
    return fitting;
}

static int is_database(const char *name) {
    size_t length = strlen(name);
    return length > 3 && !strcmp(name + length - 3, ".db");
}

static void may_die(const char *name) {
    if (control->database_writes > 0 && is_database(name) && --control->database_writes == 0) kill(getpid(), SIGKILL);
}

#define WRITING(name, offset, doing) \
    if (!name) return doing; \
    pthread_mutex_lock(&turn); \
    size_t fitting = fits(length); \
    ssize_t done = -1; \
    errno = ENOSPC; \
    if (fitting || !length) { \
        note('w', name, offset, bytes, fitting); \
        may_die(name); \
        length = fitting; \
        done = doing; \
    } \
    int error = errno; \
    pthread_mutex_unlock(&turn); \
    errno = error; \
    return done

ssize_t write(int fd, const void *bytes, size_t length) {
    REAL(ssize_t, write, int, const void *, size_t);
    const char *name = name_of(fd);
    WRITING(name, lseek(fd, 0, SEEK_CUR), real_write(fd, bytes, length));
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
    const char *name = name_of(fd);
    WRITING(name, offset, real_pwrite(fd, bytes, length, offset));
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
    const char *name = name_of(fd);
    WRITING(name, offset, real_pwrite64(fd, bytes, length, offset));
}

static int cut(int fd, int64_t length, int (*doing)(int, int64_t)) {
    const char *name = name_of(fd);
    if (!name) return doing(fd, length);
    pthread_mutex_lock(&turn);
    note('t', name, length, 0, 0);
    int done = doing(fd, length), error = errno;
    pthread_mutex_unlock(&turn);
    errno = error;
    return done;
}

int ftruncate(int fd, off_t length) {
    REAL(int, ftruncate, int, off_t);
    return cut(fd, length, (int (*)(int, int64_t))real_ftruncate);
}

int ftruncate64(int fd, off64_t length) {
    REAL(int, ftruncate64, int, off64_t);
    return cut(fd, length, (int (*)(int, int64_t))real_ftruncate64);
}

static int sync_file(int fd, int (*doing)(int)) {
    const char *name = name_of(fd);
    if (!name) return doing(fd);
    if (control->sync_millis > 0) usleep((useconds_t)control->sync_millis * 1000);
    pthread_mutex_lock(&turn);
    int fails = control->sync_fails != 0;
    if (!control->sync_lies) note(fails ? 'f' : 's', name, 0, 0, 0);
    pthread_mutex_unlock(&turn);
    if (!fails) return 0;
    errno = EIO;
    return -1;
}

int fsync(int fd) {
    REAL(int, fsync, int);
    return sync_file(fd, real_fsync);
}

int fdatasync(int fd) {
    REAL(int, fdatasync, int);
    return sync_file(fd, real_fdatasync);
}

int unlink(const char *path) {
    REAL(int, unlink, const char *);
    const char *name = name_in_folder(path);
    if (!name) return real_unlink(path);
    pthread_mutex_lock(&turn);
    note('u', name, 0, 0, 0);
    int done = real_unlink(path), error = errno;
    pthread_mutex_unlock(&turn);
    errno = error;
    return done;
}

int rename(const char *from, const char *to) {
    REAL(int, rename, const char *, const char *);
    const char *old = name_in_folder(from), *new = name_in_folder(to);
    if (!old || !new) return real_rename(from, to);
    pthread_mutex_lock(&turn);
    note('r', old, 0, new, strlen(new));
    int done = real_rename(from, to), error = errno;
    pthread_mutex_unlock(&turn);
    errno = error;
    return done;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    REAL(int, clock_gettime, clockid_t, struct timespec *);
    int done = real_clock_gettime(clock, now);
    if (!done && clock == CLOCK_REALTIME && control->calendar_millis) {
        int64_t nanos = (int64_t)now->tv_sec * 1000000000 + now->tv_nsec + control->calendar_millis * 1000000;
        now->tv_sec = nanos / 1000000000;
        now->tv_nsec = nanos % 1000000000;
    }
    return done;
}

/* Loopback is never limited, so those who come from 127.1.0.0/16 and above are shown as people from elsewhere: 127.4.0.1 as 10.4.0.1. */
int accept4(int fd, struct sockaddr *from, socklen_t *length, int flags) {
    REAL(int, accept4, int, struct sockaddr *, socklen_t *, int);
    int accepted = real_accept4(fd, from, length, flags);
    if (accepted >= 0 && from && from->sa_family == AF_INET) {
        struct sockaddr_in *peer = (struct sockaddr_in *)from;
        uint32_t address = ntohl(peer->sin_addr.s_addr);
        if (address >> 24 == 127 && (address >> 16 & 255)) peer->sin_addr.s_addr = htonl((address & 0xffffff) | 10u << 24);
    }
    return accepted;
}
