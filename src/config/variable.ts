// What is said of a variable of the environment: its name, its default, what it means and how its text is read.

export interface Variable<T> {
  name: string
  fallback: string
  meaning: string
  read(text: string): T
}

export type Variables = Record<string, Variable<unknown>>
