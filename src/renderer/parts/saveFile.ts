export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // By then the download has its own reference.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
