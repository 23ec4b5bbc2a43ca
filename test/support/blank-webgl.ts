// A WebGL that takes every command and draws nothing: what a map does apart from its picture (its camera, its features
// under the pointer, its idle state) goes on as ever, without the work of drawing in software.

/** Runs in the browser, before the page. */
export function drawNothing(): void {
  const { HTMLCanvasElement, WebGL2RenderingContext } = globalThis as unknown as {
    HTMLCanvasElement: any
    WebGL2RenderingContext: any
  }
  const known = WebGL2RenderingContext.prototype
  const answers: Record<string, (requested: unknown) => unknown> = {
    checkFramebufferStatus: () => known.FRAMEBUFFER_COMPLETE,
    getAttribLocation: () => 0,
    getContextAttributes: () => ({}),
    getError: () => known.NO_ERROR,
    getExtension: () => null,
    getParameter: (name) => (name === known.VERSION ? 'WebGL 2.0' : 4096),
    getProgramParameter: () => true,
    getShaderParameter: () => true,
    isContextLost: () => false,
  }
  const nothing = (name: string) => (name.startsWith('create') ? () => ({}) : () => undefined)
  const { getContext } = HTMLCanvasElement.prototype
  const contexts = new WeakMap<object, object>()
  const blankOf = (canvas: { width: number; height: number }) => {
    const context = Object.create(known, {
      canvas: { value: canvas },
      drawingBufferWidth: { get: () => canvas.width },
      drawingBufferHeight: { get: () => canvas.height },
    })
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(known)))
      if (typeof value === 'function') Object.defineProperty(context, name, { value: answers[name] ?? nothing(name) })
    contexts.set(canvas, context)
    return context
  }
  HTMLCanvasElement.prototype.getContext = function (kind: string, options: object) {
    return kind === 'webgl2' ? (contexts.get(this) ?? blankOf(this)) : getContext.call(this, kind, options)
  }
}
