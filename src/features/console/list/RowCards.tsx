import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { RefreshByPull } from '#ui/RefreshByPull.tsx'
import type { Rows } from '../reading/use-rows.ts'
import { fieldText, type ValueWords } from '../values/field-text.ts'
import { ValueText } from '../values/ValueText.tsx'
import type { cardFields } from './asked-rows.ts'
import { RowChoice } from './RowChoice.tsx'
import { useRowWindow } from './use-row-window.ts'
import type { Selection } from './use-selection.ts'
import styles from './RowCards.module.css'

/** Height of a card in CSS pixels before it is measured. */
const cardPx = 84

/** The rows as cards, of which only those in view are drawn: on narrow screens, and beside an open record. */
export function RowCards({
  metadata,
  rows,
  card,
  words,
  selection,
  onRange,
  openId,
}: {
  metadata: ModuleMetadata
  rows: Rows
  card: ReturnType<typeof cardFields>
  words: ValueWords
  selection: Selection
  onRange: (first: number, last: number) => void
  openId: string | undefined
}) {
  const { t } = useTranslation('console')
  const search = useSearch({ strict: false })
  const { scroller, drawn, measure, before, after } = useRowWindow(rows.reachable, cardPx, onRange)
  const text = (key: string | undefined, row: Readonly<Record<string, unknown>>) => {
    const field = key === undefined ? undefined : metadata.fields[key]
    if (key === undefined || !field) return ''
    return field.type === 'boolean'
      ? flagText(field, row[key], words)
      : fieldText(key, field, row[key], words)
  }
  return (
    <div ref={scroller} className={styles.scroller}>
      <RefreshByPull onRefresh={rows.refresh}>
        <div style={{ height: before }} />
        <ul className={styles.list}>
          {drawn.map(({ index }) => {
            const row = rows.at(index)
            return (
              <li key={index} ref={measure} data-index={index} data-row={row?.id} className={styles.row}>
                {row && selection.isOn && <RowChoice id={row.id} selection={selection} />}
                {row ? (
                  <Link
                    to="/console/$module/$id"
                    params={{ module: metadata.name, id: row.id }}
                    search={search}
                    replace={openId !== undefined}
                    className={styles.card}
                    aria-current={row.id === openId || undefined}
                  >
                    <span className={styles.title}>{text(card.title, row) || t('list.untitled')}</span>
                    {text(card.second, row) !== '' && (
                      <span className={styles.second}>{text(card.second, row)}</span>
                    )}
                    <span className={styles.badges}>
                      {card.badges.map((name) => (
                        <Badge key={name} metadata={metadata} name={name} value={row[name]} words={words} />
                      ))}
                    </span>
                  </Link>
                ) : (
                  <span className={styles.coming} />
                )}
              </li>
            )
          })}
        </ul>
        <div style={{ height: after }} />
      </RefreshByPull>
    </div>
  )
}

/** A card has no labels beside its values: a flag tells itself when it is set, and nothing when it is not. */
const flagText = ({ label }: FieldMetadata, value: unknown, { locale }: ValueWords): string =>
  value === true ? label[locale] : ''

function Badge({
  metadata,
  name,
  value,
  words,
}: {
  metadata: ModuleMetadata
  name: string
  value: unknown
  words: ValueWords
}) {
  const field = metadata.fields[name]
  if (field?.type === 'boolean') {
    const flag = flagText(field, value, words)
    return flag === '' ? null : <span className={styles.flag}>{flag}</span>
  }
  return (
    <span className={styles.badge}>
      <ValueText metadata={metadata} name={name} value={value} words={words} />
    </span>
  )
}
