/// Whether the code is optimised. Unoptimised code keeps many values on the heap.
#if DEBUG
  package let isOptimised = false
#else
  package let isOptimised = true
#endif
