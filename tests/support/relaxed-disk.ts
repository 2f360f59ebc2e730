/**
 * Runs in a page, before its scripts: the app's database does not wait for the disk. Tests need none that outlives a
 * power cut. To wait for one makes a busy machine look to the app like a device that keeps nothing.
 */
export function relaxDisk(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on the database below
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (names, mode) {
    return transaction.call(this, names, mode, { durability: 'relaxed' })
  }
}
