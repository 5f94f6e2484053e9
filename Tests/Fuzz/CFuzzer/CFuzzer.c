#include "CFuzzer.h"

// What a global allocates once lives for ever. LeakSanitizer does not see the reference if Swift keeps it in an enum, whose
// case is in the pointer's spare bits. It asks for this by name.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:swift::threading_impl::once_slow\n"; }
