/** What the figure maker asks its workers. */
export type ImageWork = {
  figure: { task: { readonly file: string }; answer: Uint8Array };
};
