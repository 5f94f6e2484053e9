// Counts the calling thread's allocations. Linking this replaces the C library's malloc.
#ifndef TOUCHSTICK_CALLOCATIONCOUNTER_H
#define TOUCHSTICK_CALLOCATIONCOUNTER_H

// The number of allocations of the calling thread so far.
unsigned long allocation_count(void);

// The number of its allocations so far in an optimised build. In a debug build, whose code keeps many values on the heap
// for a moment, those that it has freed do not count.
unsigned long kept_allocation_count(void);

#endif
