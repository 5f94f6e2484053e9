#include "CFuzzer.h"

// Memory of a global lives forever. LeakSanitizer does not see its reference if Swift keeps it in an enum, with the
// case in the pointer's spare bits. It calls this function by name.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:swift::threading_impl::once_slow\n"; }
