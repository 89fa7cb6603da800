// llms.txt, by the convention of https://llmstxt.org: the documents with their purposes.

/** @returns {string} */
export function llmsText({ title, summary }, contents) {
  const sections = contents.map(({ heading, documents }) => [
    `## ${heading}`,
    "",
    ...documents.map(({ title, path, summary }) => `- [${title}](${path}): ${summary}`),
    "",
  ]);
  return [`# ${title}`, "", `> ${summary}`, "", ...sections.flat()].join("\n");
}
