/** Removes a URL from every cache of this device, so that a replaced file is no longer served. */
export async function evictFile(
  address: string,
  // Missing on plain http, where nothing is cached.
  caches: CacheStorage | undefined = globalThis.caches,
): Promise<void> {
  const names = (await caches?.keys()) ?? []
  await Promise.all(
    names.map(async (name) =>
      (await caches?.open(name))?.delete(address, { ignoreSearch: true, ignoreVary: true }),
    ),
  )
}
