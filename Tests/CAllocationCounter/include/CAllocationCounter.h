// Counts the calling thread's allocations. Linking this replaces the C library's malloc.
#ifndef TOUCHSTICK_CALLOCATIONCOUNTER_H
#define TOUCHSTICK_CALLOCATIONCOUNTER_H

// The number of allocations of the calling thread so far.
unsigned long allocation_count(void);

#endif
