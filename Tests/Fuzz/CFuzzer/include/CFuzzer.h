// What libFuzzer gives a program that has its own main: LLVM's compiler-rt, lib/fuzzer/FuzzerInterface.h.

#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Calls the function with one input after another, as the arguments say, and takes 0 for an answer.
///
/// It ends the process where there is something to report; else its result is the exit status.
int LLVMFuzzerRunDriver(
  int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
  int (*_Nonnull run)(const uint8_t *_Nullable bytes, size_t count));

#endif
