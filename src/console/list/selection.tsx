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

/** Rows that were chosen one by one, or all rows of the list. */
export interface Selection {
  /** Selection mode is on: a touch on a row chooses it instead of opening it. */
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

const noIds: ReadonlySet<string> = new Set()

/**
 * Returns the chosen rows. They stay chosen while the list scrolls; another list resets them.
 * @param list identifies the list
 */
export function useSelection(listKey: string): Selection {
  const [state, setState] = useState({ list: listKey, isOn: false, ids: noIds, isAll: false })
  return useMemo(() => {
    const current =
      state.list === listKey ? state : { list: listKey, isOn: state.isOn, ids: noIds, isAll: false }
    return {
      isOn: current.isOn,
      ids: current.ids,
      isAll: current.isAll,
      begin: () => setState({ ...current, isOn: true }),
      toggle: (id) => {
        const ids = new Set(current.ids)
        if (!ids.delete(id)) ids.add(id)
        setState({ list: listKey, isOn: true, ids, isAll: false })
      },
      chooseAll: () => setState({ list: listKey, isOn: true, ids: noIds, isAll: true }),
      choose: (ids) => setState({ list: listKey, isOn: ids.length > 0, ids: new Set(ids), isAll: false }),
      end: () => setState({ list: listKey, isOn: false, ids: noIds, isAll: false }),
    }
  }, [listKey, state])
}
