/** Takes an address out of every cache of this device: a file that was replaced is not served any more (T43). */
export async function evictFile(
  address: string,
  // Missing on plain http, where a page keeps no files.
  caches: CacheStorage | undefined = globalThis.caches,
): Promise<void> {
  const names = (await caches?.keys()) ?? []
  await Promise.all(
    names.map(async (name) =>
      (await caches?.open(name))?.delete(address, { ignoreSearch: true, ignoreVary: true }),
    ),
  )
}
