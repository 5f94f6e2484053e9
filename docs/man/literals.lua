-- How pandoc writes literals: bold, as manual pages have them, because mandoc does not know the fonts that pandoc takes;
-- and with "-" as a sign that can be copied to a command line, not as a hyphen.
local function literal(text)
  return (text:gsub('\\', '\\e'):gsub('-', '\\-'))
end

function Code(code)
  return pandoc.RawInline('man', '\\f[B]' .. literal(code.text) .. '\\f[R]')
end

function CodeBlock(block)
  return pandoc.RawBlock('man', '.PP\n.RS 4\n.EX\n' .. literal(block.text) .. '\n.EE\n.RE')
end

-- A heading is followed by text, not by the space above a paragraph.
function Blocks(blocks)
  for index = 2, #blocks do
    if blocks[index].t == 'Para' and blocks[index - 1].t == 'Header' then
      blocks[index] = pandoc.Plain(blocks[index].content)
    end
  end
  return blocks
end
