/** An import worker that never finishes. */
for (;;);
