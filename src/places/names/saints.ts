// Words for saint in the languages of the Alps, the Pyrenees and their neighbours are one word in a name of several
// words, and so are the names of a saint behind them: Saint-Michel, Sant Miquel, Sankt Michael. Written short (St., S.,
// Ste, Sv.) such a word counts only before another word: the last word of `High St` is a street. Pure.

import { foldSpelling } from './normalise-name.ts'
import { plainLetters } from './spellings.ts'

const WHOLE = words(
  'sant santa sants santes sent senta san santo santi sante sankt sanct sankta sancta sanctus saint sainte saints saintes sao santos santas sontg sontga sogn sogns sointga done doni sveti sveta sveto svet szent svaty svata sfantu sfanta hagios agios agia',
)
const SHORT = words('s st sts ste stes sta sto skt sv ss')

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** All words for saint, folded; `ss` is `s` after folding. */
const SAINT_WORDS: readonly string[] = [...WHOLE, ...SHORT].filter((word) => word !== 'ss')
/** What stands for all of them when names are compared. */
const SAINT = 'saint'

/** A saint a line, as churches, villages, passes and huts are named: without diacritics. */
const SAINTS: readonly (readonly string[])[] = `
agata agatha agathe
agnes agnese ines ignes
andreu andres andre andrea andreas andrew andrej
anna anne ana
antoni antonio antoine anton antonius anthony antao
barbara barbe
bartomeu bartolome bartolomeo barthelemy bartholomaus bartholomew bartholoma jernej
benet benito benoit benedetto benedikt benedict
bernat bernardo bernard bernhard
blai blas biagio blaise blasius blaz
caterina catalina catherine katharina catharine
cecilia cecile cacilia
climent clemente clement klemens
cristofol cristobal cristoforo christophe christoph christopher
domenec domingo domenico dominique dominik dominic
eloi eloy eligio eligius
esteve esteban estevan stefano etienne stephan stefan stephen stefanus
felip felipe filippo philippe philipp philip
feliu felix felice
francesc francisco francesco francois franz franziskus francis
gall gallo gallus
genis gines genes genesius
gervasi gervasio gervais gervasius
gil egidio gilles agidius giles
gregori gregorio gregoire gregor gregory
hilari hilario ilario hilaire hilarius
jaume jaime giacomo jacques jakob jakobus james jacob jakov
jeroni jeronimo girolamo jerome hieronymus
joan juan joao giovanni jean johann johannes john jan janez ivan
jordi jorge giorgio georges georg george jurij
josep jose giuseppe joseph josef jozef
julia julian giuliano julien
leonard leonardo leonhard lienard
lluc lucas luca luc lukas luke
llucia lucia lucie luzia lucy
lluis luis luigi louis ludwig
llorenc lorenzo laurent lorenz laurentius lawrence lovrenc
magdalena maddalena madeleine madalena magdalen
marc marcos marco markus mark marko
margarida margarita margherita marguerite margareta margarethe margaret margarete
maria marie mary marien marija
marti martin martino martinus
mateu mateo matteo mathieu matthaus matthieu matthew
maurici mauricio maurizio maurice moritz mauritius
miquel miguel michele michel michael mikel mihael mikeu
nicolau nicolas nicola nikolaus niklaus nicholas nicolo miklavz
pau pablo paolo paul paulus pavel
pere pedro pietro pierre peter petrus pey peir per
ponc poncio pons
roc roque rocco roch rochus
roma roman romano romain
sebastia sebastian sebastiano sebastien
serni saturnino sernin saturnin sadurni
silvestre silvestro silvester sylvestre
tomas tommaso thomas toma
ulrich ulric ulrico urh
valenti valentin valentino
vicenc vicente vincenzo vincent vinzenz
vit vito veit vitus guy vid
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
const NAMES = new Map(SAINTS.flatMap((names) => names.map((name) => [foldSpelling(name), names] as const)))

/** Whether the word stands for saint; `all` are the folded words of a name or a question. */
function isSaint(all: readonly string[], index: number): boolean {
  if (all.length < 2) return false
  return WHOLE.has(all[index]) || (index < all.length - 1 && SHORT.has(all[index]))
}

/** The names of the saint whose name the word is, behind a word for saint. */
function namesAt(all: readonly string[], index: number): readonly string[] | undefined {
  return index > 0 && isSaint(all, index - 1) ? NAMES.get(foldSpelling(plainLetters(all[index]))) : undefined
}

/** Further words of the index that a word may be: every word for saint, every name of the saint. */
export function sameOfSaints(all: readonly string[], index: number): string[] {
  const same = isSaint(all, index) ? SAINT_WORDS : (namesAt(all, index) ?? []).map(foldSpelling)
  return [...new Set(same)].filter((word) => word !== all[index])
}

/** The words with every saint as one word, and each name of a saint; null if absent. */
export function withOneSaint(all: readonly string[]): string[] | null {
  return all.some((_, i) => isSaint(all, i))
    ? all.map((word, i) => (isSaint(all, i) ? SAINT : (namesAt(all, i)?.[0] ?? word)))
    : null
}
