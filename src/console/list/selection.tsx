import { useTranslation } from 'react-i18next'
import styles from './selection.module.css'
import { useMemo, useState } from 'react'

/** Shows whether a row is chosen, as a checkbox large enough for a thumb. */
export function RowCheckbox({ id, selection }: { id: string; selection: Selection }) {
  const { t } = useTranslation('console')
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        aria-label={t('list.choose')}
        checked={selection.isAll || selection.ids.has(id)}
        disabled={selection.isAll}
        onChange={() => selection.toggle(id)}
      />
    </label>
  )
}

/** Rows that were chosen one by one, or all rows of the list. {@link useSelection} creates it for `ListPane`. */
export interface Selection {
  /** Selection mode is on: each row has a checkbox. */
  isOn: boolean
  /** Ids of the rows that were chosen one by one; empty while `isAll`. */
  ids: ReadonlySet<string>
  /** All rows of the list, also those that never scrolled into view. */
  isAll: boolean
  /** Turns selection mode on. */
  begin: () => void
  toggle: (id: string) => void
  chooseAll: () => void
  /** Chooses these rows only; without rows it turns selection mode off. */
  choose: (ids: readonly string[]) => void
  /** Turns selection mode off and forgets the chosen rows. */
  end: () => void
}

const noIds: ReadonlySet<string> = new Set()

/**
 * Returns the chosen rows. They stay chosen while the list scrolls. Another list resets them, but selection mode
 * stays on.
 * @param listKey identifies the list: its request, serialized
 */
export function useSelection(listKey: string): Selection {
  const [state, setState] = useState({ listKey, isOn: false, ids: noIds, isAll: false })
  return useMemo(() => {
    const current =
      state.listKey === listKey ? state : { listKey, isOn: state.isOn, ids: noIds, isAll: false }
    return {
      isOn: current.isOn,
      ids: current.ids,
      isAll: current.isAll,
      begin: () => setState({ ...current, isOn: true }),
      toggle: (id) => {
        const ids = new Set(current.ids)
        if (!ids.delete(id)) ids.add(id)
        setState({ listKey, isOn: true, ids, isAll: false })
      },
      chooseAll: () => setState({ listKey, isOn: true, ids: noIds, isAll: true }),
      choose: (ids) => setState({ listKey, isOn: ids.length > 0, ids: new Set(ids), isAll: false }),
      end: () => setState({ listKey, isOn: false, ids: noIds, isAll: false }),
    }
  }, [listKey, state])
}
