/** Data of an event of `GET /front/changes`: rows of a module changed. */
export interface ModuleChange {
  module: string
  /** Grows with every write of the module. */
  revision: number
}
