const limit = 500;

/** Reads a list to its end, a page at a time. */
export async function readPages<T>(
  page: (range: { offset: number; limit: number }) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const rows = await page({ offset: all.length, limit });
    all.push(...rows);
    if (rows.length < limit) return all;
  }
}
