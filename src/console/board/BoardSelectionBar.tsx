import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NotStoredNotice } from '#outbox/index.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import type { Row } from '../data/console-api.ts'
import { rowQuery } from '../data/queries.ts'
import { RecordActions } from '../record/RecordActions.tsx'
import type { BoardContext } from './use-board.ts'
import styles from './BoardSelectionBar.module.css'

/** Shows the chosen row with its request, facts and actions, and the last placement with undo; at the lower edge. */
export function BoardSelectionBar({ context }: { context: BoardContext }) {
  const { t } = useTranslation('console')
  const { chosenRow, placement } = context
  return (
    <footer className={styles.foot}>
      <div className={styles.last}>
        <output>{placement.lastLabel ?? ''}</output>
        {placement.lastLabel !== undefined && <Button onClick={placement.undo}>{t('desk.undo')}</Button>}
      </div>
      {placement.failure !== undefined && <NotStoredNotice error={placement.failure} />}
      {chosenRow && <ChosenRow context={context} row={chosenRow} />}
    </footer>
  )
}

/** Shows the chosen row. Its actions need all fields, so the full row is loaded; the board's row shows until then. */
function ChosenRow({ context, row }: { context: BoardContext; row: Row }) {
  const { t } = useTranslation('console')
  const { metadata, labels, placement, onChoose } = context
  const fullRow = useQuery(rowQuery(metadata, row.id))
  const title = labels.title(row)
  const facts = labels.facts(fullRow.data ?? row)
  return (
    <section aria-label={title}>
      <div className={styles.head}>
        <div className={styles.text}>
          <h2 className={styles.title}>{title}</h2>
          <dl className={styles.facts}>
            <div>
              <dt>{t('board.wants')}</dt>
              <dd>{labels.requestedTime(row)}</dd>
            </div>
            {facts.map(({ key, label, text }) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          {placement.findAction(row) !== undefined && <p className={styles.hint}>{t('board.hint')}</p>}
        </div>
        <Link
          to="/console/$module/$id"
          params={{ module: metadata.name, id: row.id }}
          className={buttonClass('quiet')}
        >
          {t('board.open')}
        </Link>
        <IconButton icon="close" label={t('close')} onClick={() => onChoose(undefined)} />
      </div>
      {fullRow.data && <RecordActions key={row.id} metadata={metadata} row={fullRow.data} title={title} />}
    </section>
  )
}
