import styles from './EmptyAgenda.module.css'

interface EmptyAgendaProps {
  text: string
  hint?: string
  actions?: readonly { label: string; onAction: () => void }[]
}

/** Says that there is nothing to list, with actions that help. */
export function EmptyAgenda({ text, hint, actions = [] }: EmptyAgendaProps) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 96 72" aria-hidden="true">
        <path d="M14 14h44v46H14zM14 26h44M24 8v12M48 8v12M24 36h10M24 46h18" />
        <path d="M70 60a14 14 0 1 0 0-28 14 14 0 0 0 0 28zM70 39v7l5 3" />
      </svg>
      <p className={styles.text}>{text}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {actions.map(({ label, onAction }) => (
        <button key={label} type="button" className={styles.action} onClick={onAction}>
          {label}
        </button>
      ))}
    </div>
  )
}
