import { useDraggable } from '@dnd-kit/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import type { Row } from '../data/console-api.ts'
import type { BoardContext } from './board-context.ts'
import styles from './UnplacedList.module.css'

/** What waits for a place. A touch chooses it; held and moved it is dragged. */
export function UnplacedList({ plan }: { plan: BoardContext }) {
  const { t } = useTranslation('console')
  const { requests } = plan.data
  return (
    <section className={styles.requests} aria-label={t('board.requests')}>
      <h2 className={styles.title}>{t('board.requestsCount', { count: requests.length })}</h2>
      {requests.length === 0 ? (
        <p className={styles.none}>{t('board.noRequests')}</p>
      ) : (
        <ul className={styles.list}>
          {requests.map((row) => (
            <li key={row.id} className={styles.item}>
              <Request plan={plan} row={row} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Request({ plan, row }: { plan: BoardContext; row: Row }) {
  const { t } = useTranslation('console')
  const { chosen, data, placing, words, onChoose } = plan
  const { setNodeRef, listeners } = useDraggable({
    id: row.id,
    disabled: placing.actionOf(row) === undefined,
  })
  const isChosen = chosen?.id === row.id
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.request}
      data-request={row.id}
      aria-pressed={isChosen}
      {...listeners}
      // A click without a pointer came from a key.
      onClick={({ detail }) => onChoose(isChosen ? undefined : row.id, detail === 0)}
    >
      <span className={styles.name}>{words.title(row)}</span>
      <span className={styles.wish}>{words.wish(row)}</span>
      <span className={styles.facts}>
        {words.facts(row).map(({ key, line }) => (
          <span key={key}>{line}</span>
        ))}
      </span>
      {data.isTroubled(row.id) && (
        <span className={styles.trouble}>
          <Icon name="warning" size={16} />
          {t('board.notTaken')}
        </span>
      )}
    </button>
  )
}
