const headBytes = 1 << 16;

/** Takes the first bytes of a file, at least 64 KB unless it is shorter. */
export async function readHead(
  pieces: AsyncIterator<Uint8Array>,
): Promise<{ bytes: Buffer; isAll: boolean }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  let isAll = false;
  while (length < headBytes && !isAll) {
    const { value, done } = await pieces.next();
    if (done) isAll = true;
    else {
      parts.push(value);
      length += value.length;
    }
  }
  return { bytes: Buffer.concat(parts), isAll };
}

/** The whole file again. */
export async function* withHead(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
