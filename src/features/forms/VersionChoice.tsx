import { useId, useState, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import styles from './VersionChoice.module.css'

type Side = 'mine' | 'theirs'

/** A field that has another value here than there. */
export interface FieldVersions {
  key: string
  label: ReactNode
  mine: ReactNode
  theirs: ReactNode
}

/** Both values of each field beside each other, and of each field the choice between them. */
export function VersionChoice({
  id,
  words,
  versions,
  isBusy = false,
  note,
  onChosen,
}: {
  /** Of the whole, to lead to it. */
  id?: string
  words: Readonly<Record<'title' | 'text' | 'allMine' | 'allTheirs' | Side | 'save', string>>
  versions: readonly FieldVersions[]
  isBusy?: boolean
  /** Above the button: why the choice was not taken. */
  note?: ReactNode
  /** @param mine the fields whose own value stays */
  onChosen: (mine: readonly string[]) => void
}) {
  const name = useId()
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const keys = versions.map(({ key }) => key)
  const isDecided = keys.every((key) => sides[key])
  const all = (side: Side) => setSides(Object.fromEntries(keys.map((key) => [key, side])))
  return (
    <section id={id} tabIndex={-1} className={styles.conflict} aria-label={words.title}>
      <h2 className={styles.title}>{words.title}</h2>
      <p className={styles.text}>{words.text}</p>
      {versions.length > 1 && (
        <div className={styles.all}>
          <Button onClick={() => all('mine')}>{words.allMine}</Button>
          <Button onClick={() => all('theirs')}>{words.allTheirs}</Button>
        </div>
      )}
      {versions.map(({ key, label, ...values }) => (
        <fieldset key={key} className={styles.field}>
          <legend className={styles.label}>{label}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className={styles.side}>
              <span className={styles.choice}>
                <input
                  type="radio"
                  name={`${name} ${key}`}
                  checked={sides[key] === side}
                  onChange={() => setSides({ ...sides, [key]: side })}
                />
                {words[side]}
              </span>
              <span className={styles.value}>{values[side]}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {note}
      <div className={styles.foot}>
        <Button
          look="filled"
          disabled={!isDecided}
          busy={isBusy}
          onClick={() => onChosen(keys.filter((key) => sides[key] === 'mine'))}
        >
          {words.save}
        </Button>
      </div>
    </section>
  )
}
