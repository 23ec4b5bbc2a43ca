// The REST page in the browser: search, copying, and sending the calls that it shows. All that is read is in the HTML.
// A key stays in the page: it is neither stored nor part of an address.

const MOST_SHOWN = 50_000
const CLOSED = 'The clipboard is closed to this page. The line is selected: copy it with the keyboard or the menu.'

/** An element with its properties, attributes and what it holds. */
function make(name, attributes = {}, ...inside) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...inside)
  return element
}

const button = (text, label, attributes = {}) =>
  make('button', { type: 'button', 'aria-label': `${text}: ${label}`, ...attributes }, text)

function startSearch() {
  const field = document.getElementById('find')
  const found = document.getElementById('found')
  const articles = [...document.querySelectorAll('article:not([id^="shape-"])')]
  const wordsOf = new Map(
    articles.map((article) => {
      const parts = article.querySelectorAll(':scope > h3, :scope > .summary, :scope > .takes')
      return [article.id, [article.id, ...[...parts].map((part) => part.textContent)].join(' ').toLowerCase()]
    }),
  )
  const isFound = (id) => !document.getElementById(id).hidden
  const search = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const article of articles) article.hidden = !words.every((word) => wordsOf.get(article.id).includes(word))
    for (const section of document.querySelectorAll('main > section:not(#shapes)'))
      section.hidden = section.querySelector('article:not([hidden])') === null
    for (const item of document.querySelectorAll('nav li')) item.hidden = !isFound(item.firstElementChild.hash.slice(1))
    for (const list of document.querySelectorAll('nav ul')) {
      list.hidden = list.querySelector('li:not([hidden])') === null
      list.previousElementSibling.hidden = list.hidden
    }
    const count = articles.filter(({ hidden }) => !hidden).length
    found.textContent =
      words.length === 0
        ? ''
        : count === 0
          ? `No operation has ${words.length === 1 ? 'this word' : 'all of these words'}.`
          : `${count} of ${articles.length} operations`
  }
  field.addEventListener('input', search)
  field.addEventListener('keydown', ({ key }) => {
    const first = articles.find(({ hidden }) => !hidden)
    if (key === 'Enter' && first !== undefined) {
      location.hash = first.id
      first.querySelector('.here').focus()
    }
    if (key === 'Escape') {
      field.value = ''
      search()
    }
  })
  // an operation that is linked is shown
  addEventListener('hashchange', () => {
    const target = document.getElementById(location.hash.slice(1))
    if (target?.hidden !== true) return
    field.value = ''
    search()
    target.scrollIntoView()
  })
  field.closest('.search').hidden = false
}

async function copy(call, said) {
  const line = call.querySelector('code')
  try {
    await navigator.clipboard.writeText(line.textContent)
    said.textContent = 'Copied.'
  } catch {
    getSelection().selectAllChildren(line)
    said.textContent = CLOSED
  }
}

/** Of all forms. */
function shareKey({ currentTarget }) {
  for (const field of document.querySelectorAll('input[name="key"]'))
    if (field !== currentTarget) field.value = currentTarget.value
}

const keyNow = () => document.querySelector('input[name="key"]')?.value ?? ''

function labelled(text, field) {
  return make('label', {}, text, field)
}

/** The form that sends a call, filled with the example. */
function trialOf({ label, method, address, key, body }) {
  const plain = { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off' }
  const form = make('form', { class: 'trial', 'aria-label': `Try ${label}` })
  const addressField = make('input', { name: 'address', required: '', ...plain })
  addressField.value = address
  form.append(labelled('Address', addressField))
  if (body !== undefined) {
    const bodyField = make('textarea', { name: 'body', rows: String(Math.min(20, body.split('\n').length)), ...plain })
    bodyField.value = body
    form.append(labelled('Body', bodyField))
  }
  if (key !== undefined) {
    const keyField = make('input', { name: 'key', ...plain })
    keyField.value = keyNow()
    keyField.addEventListener('input', shareKey)
    form.append(labelled('Key (kept in this page only)', keyField))
  }
  const said = make('p', { role: 'status' })
  const answer = make('div')
  form.append(make('p', {}, make('button', { 'aria-label': `Send: ${label}` }, 'Send')), said, answer)
  let sending
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    sending?.abort()
    sending = new AbortController()
    const { signal } = sending
    said.textContent = `${method} ...`
    answer.replaceChildren()
    try {
      const { words, parts } = await send(method, form.elements, label, signal)
      said.textContent = words
      answer.replaceChildren(...parts)
    } catch {
      if (signal.aborted) return
      said.textContent =
        'No answer came. The server cannot be reached, or the address is not one of its own: this page may ask no other.'
    }
  })
  return form
}

async function send(method, { address, body, key }, label, signal) {
  const startedMs = performance.now()
  const response = await fetch(address.value, {
    method,
    signal,
    cache: 'no-store',
    credentials: 'omit',
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined || key.value === '' ? {} : { 'X-Api-Key': key.value }),
    },
    body: body?.value,
  })
  const blob = await response.blob()
  const tookMs = Math.round(performance.now() - startedMs)
  const creditsLeft = response.headers.get('X-Service-Credits-Remaining')
  const words = [
    `${response.status} ${response.statusText}`.trim(),
    `${tookMs} ms`,
    `${blob.size.toLocaleString('en')} bytes`,
    creditsLeft === null ? 'credits are not counted' : `credits left: ${creditsLeft}`,
  ].join(', ')
  return { words, parts: await partsOf(blob, label) }
}

/** What an answer is shown as. */
async function partsOf(blob, label) {
  if (blob.type.startsWith('image/')) return [make('img', { alt: `The answer of ${label}`, src: await dataOf(blob) })]
  const text = shownText(await blob.text(), blob.type)
  const shown = make('pre', { tabindex: '0', role: 'region', 'aria-label': `The answer of ${label}` })
  shown.append(make('code', {}, text.slice(0, MOST_SHOWN)))
  if (text.length <= MOST_SHOWN) return [shown]
  const cut = `Shown are the first ${MOST_SHOWN.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters.`
  return [make('p', { class: 'cut' }, cut), shown]
}

function shownText(text, type) {
  try {
    return type.startsWith('application/json') ? JSON.stringify(JSON.parse(text), null, 2) : text
  } catch {
    return text
  }
}

const dataOf = (blob) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(blob)
  })

function addActions(call) {
  const { label } = call.dataset
  const said = make('span', { role: 'status' })
  const copying = button('Copy', label)
  const trying = button('Try it', label, { 'aria-expanded': 'false' })
  call.append(make('div', { class: 'actions' }, copying, trying, said))
  copying.addEventListener('click', () => copy(call, said))
  let form
  trying.addEventListener('click', () => {
    const isNew = form === undefined
    form ??= trialOf(call.dataset)
    if (isNew) call.append(form)
    else form.hidden = !form.hidden
    trying.setAttribute('aria-expanded', String(!form.hidden))
    if (!form.hidden) form.elements[0].focus()
  })
}

startSearch()
for (const call of document.querySelectorAll('.call')) addActions(call)
