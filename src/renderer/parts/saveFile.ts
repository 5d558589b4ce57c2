export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // By then the download has its own reference.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves bytes that are given in base64. */
export function saveBase64(name: string, base64: string, type: string): void {
  saveFile(name, new Blob([bytesOf(base64)], { type }));
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
