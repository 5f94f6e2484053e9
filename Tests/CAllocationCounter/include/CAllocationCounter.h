// Counts the calling thread's allocations. Linking this puts a malloc of its own before the C library's.
#ifndef TOUCHSTICK_CALLOCATIONCOUNTER_H
#define TOUCHSTICK_CALLOCATIONCOUNTER_H

// How many times the calling thread has allocated memory so far.
unsigned long allocation_count(void);

#endif
