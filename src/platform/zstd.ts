import * as zlib from 'node:zlib';

/**
 * Bytes out of zstd's frames. Node has it since 22.15.
 * @returns the reason where they cannot be had, or are more than that
 */
export function inflateZstd(bytes: Buffer, max: number): Buffer | string {
  const { zstdDecompressSync } = zlib as Partial<typeof zlib>;
  if (zstdDecompressSync === undefined) return 'compressed with zstd, which this version of Node cannot read';
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: max });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? `more than ${max >> 20} MB when uncompressed`
      : 'compressed with zstd, and damaged';
  }
}
