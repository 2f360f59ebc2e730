import { Help, ProblemLine } from './FieldFrame.tsx'
import { useField, type FieldOfForm } from './use-field.ts'
import styles from './SwitchControl.module.css'

/** Something that is off unless the person switches it on. The whole row is its label. Nothing while hidden. */
export function SwitchControl(props: FieldOfForm) {
  return props.form.isShown(props.name) ? <ShownSwitch {...props} /> : null
}

function ShownSwitch(of: FieldOfForm) {
  const { id, label, help, problem, aria } = useField(of)
  return (
    <div className={styles.field}>
      <label className={styles.row} htmlFor={id}>
        <span className={styles.label}>{label}</span>
        <input
          id={id}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says by itself whether it is checked
          role="switch"
          className={styles.switch}
          checked={of.form.values[of.name] === true}
          {...aria}
          onChange={(event) => of.form.set(of.name, event.target.checked)}
        />
      </label>
      <Help id={id}>{help}</Help>
      <ProblemLine id={id}>{problem}</ProblemLine>
    </div>
  )
}
