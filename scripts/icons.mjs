// npm run icons: renders resources/icon.svg in every required size, with the browser that the tests use.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { chromiumOptions } from '../test/helpers/chromium.ts';
import { ensureRuntime, root } from './runtime.mjs';

await ensureRuntime(import.meta.url);
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
/** Apple's names for a PNG of each size within an .icns file. */
const appleNames = {
  16: 'icp4',
  32: 'icp5',
  64: 'icp6',
  128: 'ic07',
  256: 'ic08',
  512: 'ic09',
  1024: 'ic10',
};
const folder = join(root, 'resources', 'icons');
const source = readFileSync(join(root, 'resources', 'icon.svg'), 'utf8');

const images = await draw();
mkdirSync(folder, { recursive: true });
for (const { size, png } of images) writeFileSync(join(folder, `${size}x${size}.png`), png);
writeFileSync(join(folder, 'icon.ico'), ico(images.filter(({ size }) => size <= 256)));
writeFileSync(join(folder, 'icon.icns'), icns(images.filter(({ size }) => size in appleNames)));

async function draw() {
  const browser = await chromium.launch(chromiumOptions());
  const page = await browser.newPage();
  const drawn = [];
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${source}`,
    );
    drawn.push({ size, png: await page.screenshot({ omitBackground: true }) });
  }
  await browser.close();
  return drawn;
}

/** A Windows icon: a directory of 16 bytes per image, then the images as PNG. */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    // 256 does not fit into a byte and is written as 0.
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** An Apple icon: each image as PNG after its name and length. */
function icns(pictures) {
  const parts = pictures.map(({ size, png }) => part(appleNames[size], png));
  return part('icns', Buffer.concat(parts));
}

function part(name, content) {
  const head = Buffer.alloc(8);
  head.write(name, 'ascii');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}
