/**
 * Runs in a page, before its scripts: IndexedDB transactions complete before the disk is flushed. Tests need no data that
 * survives a power cut. On a busy disk the flush takes longer than the app waits, and the app reports failed storage.
 */
export function relaxDurability(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on the database below
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (names, mode) {
    return transaction.call(this, names, mode, { durability: 'relaxed' })
  }
}
