-- The bodies of calls that send events, for wrk. Arguments: run, code, field, events of a call, subscriptions.
-- Transaction ids are new in each run: its name, the thread, a number.
wrk.method = 'POST'
local threads = 0
function setup(thread)
  thread:set('place', threads)
  threads = threads + 1
end

function init(args)
  run, code, field, size, subscriptions = args[1] .. '-' .. place, args[2], args[3], tonumber(args[4]), {}
  for index = 5, #args do subscriptions[index - 4] = args[index] end
  number = 0
  head = '{"transaction_id":"' .. run .. '-'
end

local function event()
  number = number + 1
  return table.concat({ head, number, '","external_subscription_id":"', subscriptions[number % #subscriptions + 1],
    '","code":"', code, '","properties":{"', field, '":', number % 1000, '}}' })
end

function request()
  if size == 1 then return wrk.format(nil, nil, nil, '{"event":' .. event() .. '}') end
  local events = {}
  for index = 1, size do events[index] = event() end
  return wrk.format(nil, nil, nil, '{"events":[' .. table.concat(events, ',') .. ']}')
end

function done(summary, latency)
  io.write(string.format('\n@{"calls":%d,"seconds":%.3f,"refused":%d,"errors":%d,"p50":%.1f,"p99":%.1f}\n',
    summary.requests, summary.duration / 1e6, summary.errors.status,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
