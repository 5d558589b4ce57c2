const limit = 500;

/** Reads a list to its end, a page at a time. Pages may lack rows that cannot be read: `total` counts those, too. */
export async function readPages<T>(
  page: (range: { offset: number; limit: number }) => Promise<{ rows: readonly T[]; total: number }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let offset = 0; ; offset += limit) {
    const { rows, total } = await page({ offset, limit });
    all.push(...rows);
    if (offset + limit >= total) return all;
  }
}
