import * as zlib from 'node:zlib';

/**
 * Bytes out of zstd's frames. Node has it since 22.15.
 * @returns the reason where they cannot be had, or are more than that
 */
export function inflateZstd(bytes: Buffer, max: number): Buffer | string {
  const { zstdDecompressSync } = zlib as Partial<typeof zlib>;
  if (zstdDecompressSync === undefined) return 'compressed with zstd, which this version of Node cannot read';
  return inflated('zstd', max, () => zstdDecompressSync(bytes, { maxOutputLength: max }));
}

/** The same of what gzip has compressed. */
export const inflateGzip = (bytes: Buffer, max: number): Buffer | string =>
  inflated('gzip', max, () => zlib.gunzipSync(bytes, { maxOutputLength: max }));

function inflated(kind: string, max: number, inflate: () => Buffer): Buffer | string {
  try {
    return inflate();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? `more than ${max >> 20} MB when uncompressed`
      : `compressed with ${kind}, and damaged`;
  }
}
