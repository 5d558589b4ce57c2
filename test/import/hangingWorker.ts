/** An import worker that never comes to an end. */
for (;;);
