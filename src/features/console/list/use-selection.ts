import { useMemo, useState } from 'react'

/** Rows that were chosen one by one, or all rows of the list. */
export interface Selection {
  /** The user is choosing rows: a touch on a row chooses it. */
  isOn: boolean
  ids: ReadonlySet<string>
  /** All rows of the list, also those that never scrolled into view. */
  isAll: boolean
  begin: () => void
  toggle: (id: string) => void
  chooseAll: () => void
  /** Chooses these rows only. */
  choose: (ids: readonly string[]) => void
  end: () => void
}

const none: ReadonlySet<string> = new Set()

/**
 * Returns the chosen rows. They stay chosen while the list scrolls; another list resets them.
 * @param list identifies the list
 */
export function useSelection(list: string): Selection {
  const [state, setState] = useState({ list, isOn: false, ids: none, isAll: false })
  return useMemo(() => {
    const now = state.list === list ? state : { list, isOn: state.isOn, ids: none, isAll: false }
    return {
      isOn: now.isOn,
      ids: now.ids,
      isAll: now.isAll,
      begin: () => setState({ ...now, isOn: true }),
      toggle: (id) => {
        const ids = new Set(now.ids)
        if (!ids.delete(id)) ids.add(id)
        setState({ list, isOn: true, ids, isAll: false })
      },
      chooseAll: () => setState({ list, isOn: true, ids: none, isAll: true }),
      choose: (ids) => setState({ list, isOn: ids.length > 0, ids: new Set(ids), isAll: false }),
      end: () => setState({ list, isOn: false, ids: none, isAll: false }),
    }
  }, [list, state])
}
