// A small MCP server over stdio, of which clients under test are the client: `find_orders` fails for a limit above 100,
// and `note` always works. One JSON-RPC message a line.
import { createInterface } from 'node:readline';

const TOOLS = [
  {
    name: 'find_orders',
    description: 'Orders of the shop that fit a query',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string' }, limit: { type: 'number' } },
      required: ['query'],
    },
  },
  {
    name: 'note',
    description: 'Keeps a note',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
];

const text = (value) => ({ content: [{ type: 'text', text: value }] });

function call({ name, arguments: input = {} }) {
  if (name === 'find_orders' && input.limit > 100)
    return { ...text(`E5120: limit ${input.limit} is above the page limit of 100`), isError: true };
  return text(name === 'note' ? 'noted' : 'orders: 17, 18');
}

function answer({ method, params }) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'orders', version: '1.0.0' },
      };
    case 'tools/list':
      return { tools: TOOLS };
    case 'tools/call':
      return call(params);
    default:
      return {};
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) })}\n`);
});
