import type { OtherTabs } from './stored-value.ts'

/** Tabs of one browser, which receive each other's messages. */
export function makeTabs(): { open: () => OtherTabs } {
  const all: { of: OtherTabs; key: string; onChange: () => void }[] = []
  return {
    open() {
      const tab: OtherTabs = {
        notify: (key) =>
          all.filter(({ of, key: other }) => of !== tab && other === key).forEach((one) => one.onChange()),
        subscribe: (key, onChange) => void all.push({ of: tab, key, onChange }),
      }
      return tab
    },
  }
}

/** A browser whose tabs receive no messages. */
export const deaf: OtherTabs = { notify: () => {}, subscribe: () => {} }

/** A storage like localStorage. @param canWrite false where it is full */
export function makeStorage(canWrite = true) {
  const values = new Map<string, string>()
  return {
    values,
    read: (key: string) => values.get(key),
    write(key: string, value: string) {
      if (canWrite) values.set(key, value)
      return canWrite
    },
    remove: (key: string) => void values.delete(key),
  }
}
