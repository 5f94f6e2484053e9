// Counts a program's heap: the bytes that it requested, the pieces, and all allocations so far. Unlike malloc's use of
// pages, these numbers do not depend on the rest of the machine.
//
//   LD_PRELOAD=heap-counter.so HEAP_COUNTER_FOLDER=/run/heap touchstickd
//
// keeps 64-bit numbers in /run/heap/PID, which anybody can read while the program runs: bytes, pieces, allocations, and how many
// pieces there are of up to 8 bytes, up to 16 bytes and so on, and of more than 4 KiB.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The C library's own functions, under its names for programs that replace them.
void *__libc_malloc(size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

struct heap {
  _Atomic int64_t bytes;
  _Atomic int64_t pieces;
  _Atomic int64_t allocations;
  _Atomic int64_t sizes[513];
};

// Before the program knows where to count.
static struct heap early;
static struct heap *heap = &early;

// In front of each piece. malloc may return more than was requested, so it does not know the size.
struct piece {
  size_t size;
  void *start;
};
#define ALIGNMENT _Alignof(max_align_t)
_Static_assert(sizeof(struct piece) % ALIGNMENT == 0, "a piece must not spoil the alignment");

static struct piece *piece_of(void *memory) { return (struct piece *)memory - 1; }

static void count(const struct piece *piece, int sign) {
  atomic_fetch_add_explicit(&heap->bytes, sign * (int64_t)piece->size, memory_order_relaxed);
  atomic_fetch_add_explicit(&heap->pieces, sign, memory_order_relaxed);
  size_t class = piece->size > 4096 ? 512 : (piece->size + 7) / 8 - (piece->size > 0);
  atomic_fetch_add_explicit(&heap->sizes[class], sign, memory_order_relaxed);
}

static void *allocate(size_t alignment, size_t size) {
  if (alignment < ALIGNMENT) alignment = ALIGNMENT;
  size_t offset = alignment < sizeof(struct piece) ? sizeof(struct piece) : alignment;
  size_t all;
  if (__builtin_add_overflow(size, offset, &all)) {
    errno = ENOMEM;
    return NULL;
  }
  char *start = alignment == ALIGNMENT ? __libc_malloc(all) : __libc_memalign(alignment, all);
  if (start == NULL) return NULL;
  void *memory = start + offset;
  *piece_of(memory) = (struct piece){size, start};
  count(piece_of(memory), 1);
  atomic_fetch_add_explicit(&heap->allocations, 1, memory_order_relaxed);
  return memory;
}

void *malloc(size_t size) { return allocate(0, size); }

void *calloc(size_t items, size_t size) {
  size_t all;
  if (__builtin_mul_overflow(items, size, &all)) {
    errno = ENOMEM;
    return NULL;
  }
  void *memory = allocate(0, all);
  return memory == NULL ? NULL : memset(memory, 0, all);
}

void free(void *memory) {
  if (memory == NULL) return;
  count(piece_of(memory), -1);
  __libc_free(piece_of(memory)->start);
}

void *realloc(void *memory, size_t size) {
  if (memory == NULL) return allocate(0, size);
  if (size == 0) {
    free(memory);
    return NULL;
  }
  void *moved = allocate(0, size);
  if (moved == NULL) return NULL;
  size_t before = piece_of(memory)->size;
  memcpy(moved, memory, before < size ? before : size);
  free(memory);
  return moved;
}

void *memalign(size_t alignment, size_t size) { return allocate(alignment, size); }

void *aligned_alloc(size_t alignment, size_t size) { return allocate(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *made = allocate(alignment, size);
  if (made == NULL) return ENOMEM;
  *memory = made;
  return 0;
}

size_t malloc_usable_size(void *memory) { return memory == NULL ? 0 : piece_of(memory)->size; }

__attribute__((constructor)) static void start_counting(void) {
  const char *folder = getenv("HEAP_COUNTER_FOLDER");
  char path[4096];
  if (folder == NULL || snprintf(path, sizeof path, "%s/%d", folder, getpid()) >= (int)sizeof path) return;
  int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return;
  if (ftruncate(file, sizeof *heap) == 0) {
    struct heap *shared = mmap(NULL, sizeof *heap, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared != MAP_FAILED) {
      memcpy(shared, &early, sizeof early);
      heap = shared;
    }
  }
  close(file);
}
