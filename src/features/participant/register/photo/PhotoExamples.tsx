import { useTranslation } from 'react-i18next'
import styles from './PhotoExamples.module.css'

/** Drawings of a correct photo and of three wrong ones. */
export function PhotoExamples() {
  const { t } = useTranslation('register')
  return (
    <ul className={styles.examples}>
      <Example kind="good" text={t('photo.example.good')} />
      <Example kind="hat" text={t('photo.example.hat')} />
      <Example kind="side" text={t('photo.example.side')} />
      <Example kind="dark" text={t('photo.example.covered')} />
    </ul>
  )
}

/** One drawing. Each kind but `good` shows a fault: headwear, a face from the side, dark glasses with a mask. */
function Example({ kind, text }: { kind: 'good' | 'hat' | 'side' | 'dark'; text: string }) {
  const isGood = kind === 'good'
  return (
    <li className={`${styles.example} ${isGood ? styles.good : ''}`}>
      <svg viewBox="0 0 50 70" aria-hidden="true" className={styles.drawing}>
        <rect width="50" height="70" className={styles.ground} />
        <path d="M5 70c0-14 8-20 20-20s20 6 20 20z" className={styles.body} />
        <path d="M20 44v8q5 4 10 0v-8z" className={styles.skin} />
        {kind === 'side' ? (
          <path
            d="M16 27c0-11 6-15 13-15 5 0 8 4 8 9l3 8-3 1v6c0 4-2 6-6 6-9 0-15-5-15-15z"
            className={styles.skin}
          />
        ) : (
          <ellipse cx="25" cy="30" rx="12.5" ry="16" className={styles.skin} />
        )}
        <path
          d={
            kind === 'side'
              ? 'M14 32c-2-14 4-22 14-22 6 0 9 3 10 7-8-1-12 2-13 6-2 3-2 8-5 9z'
              : 'M11.5 30c-2-14 4-21 13.5-21s15.500 7 13.500 21c-2-9-5-12-8-13-6 2-12 1-14 0-2 2-4 6-5 13z'
          }
          className={styles.hair}
        />
        {kind !== 'side' && kind !== 'dark' && (
          <path d="M19 30h3M28 30h3M25 31v5M21 40q4 3 8 0" className={styles.line} />
        )}
        {kind === 'side' && <path d="M33 27h3M35 38h-4" className={styles.line} />}
        {kind === 'hat' && (
          <path
            d="M6 22q19-8 38 0l-2 2q-17-6-34 0zM13 20c0-12 5-17 12-17s12 5 12 17q-12-4-24 0z"
            className={styles.hat}
          />
        )}
        {kind === 'dark' && (
          <path
            d="M13 26h10v7h-10zM27 26h10v7h-10zM23 28h4M15 37q10-4 20 0l-1 7q-9 5-18 0z"
            className={styles.hat}
          />
        )}
      </svg>
      <span className={styles.text}>
        <span aria-hidden="true" className={styles.sign}>
          {isGood ? '✓' : '✕'}
        </span>
        {text}
      </span>
    </li>
  )
}
